mod shown;
mod written;
