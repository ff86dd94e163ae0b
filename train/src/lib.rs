//! Networks, training and the `kumalak` program.
