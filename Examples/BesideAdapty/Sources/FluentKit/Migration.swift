/// Fluent's protocol of this name, without its members: it hides nothing and is hidden by nothing.
public protocol Migration {}
