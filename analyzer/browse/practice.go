package browse
