"""One lazy adapter per third-party package: nothing here is imported before it is used."""
