package wire

// Quick says that ordinary input is read many bytes at a time.
const Quick = true
