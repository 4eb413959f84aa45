@_spi(Tools) import AdaptyMigrationTools
import HTTPTypes
import Hummingbird

/// The page at `/` and its files, which are part of the program.
struct PageRoutes: Sendable {
    func add(to router: Router<BasicRequestContext>) {
        for file in PageFile.all {
            router.get(RouterPath(file.path)) { request, _ in file.answer(request) }
        }
    }
}

/// One file of the page.
struct PageFile: Sendable {
    let path: String
    private let type: String
    let bytes: [UInt8]
    private let tag: String

    init(_ path: String, _ type: String, _ bytes: [UInt8]) {
        self.path = path
        self.type = type
        self.bytes = bytes
        tag = "\"\(SHA256Hash.hex(bytes).prefix(32))\""
    }

    static let all = [
        PageFile("/", "text/html; charset=utf-8", PackageResources.index_html),
        PageFile("/page.css", "text/css; charset=utf-8", PackageResources.page_css),
        PageFile("/page.js", "text/javascript; charset=utf-8", PackageResources.page_js),
        PageFile("/document.js", "text/javascript; charset=utf-8", PackageResources.document_js),
        PageFile("/tokens.js", "text/javascript; charset=utf-8", PackageResources.tokens_js),
        PageFile("/link.js", "text/javascript; charset=utf-8", PackageResources.link_js),
        PageFile("/lineage.js", "text/javascript; charset=utf-8", PackageResources.lineage_js),
        PageFile("/elements.js", "text/javascript; charset=utf-8", PackageResources.elements_js),
        PageFile("/samples.json", "application/json", PackageResources.samples_json),
    ]

    /// Only the page's own files are executed or fetched, and nobody else can frame it.
    private static let policy =
        "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self' data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

    fileprivate func answer(_ request: Request) -> Response {
        var headers: HTTPFields = [
            .eTag: tag, .cacheControl: "no-cache", .contentSecurityPolicy: PageFile.policy,
            .xContentTypeOptions: "nosniff",
        ]
        for (name, value) in [
            ("Referrer-Policy", "no-referrer"), ("Cross-Origin-Opener-Policy", "same-origin"),
            ("Cross-Origin-Resource-Policy", "same-origin"),
        ] {
            if let name = HTTPField.Name(name) { headers[name] = value }
        }
        if request.headers[.ifNoneMatch] == tag { return Response(status: .notModified, headers: headers) }
        return Response(bytes, type: type, headers: headers)
    }
}
