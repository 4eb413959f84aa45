// Package.swift says how the library is linked. A target needs a source.
