// Package.swift says how the tool is linked. A target needs a source.
