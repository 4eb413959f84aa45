import Testing

/// What `upgrade` and `downgrade` are asked to make.
@Suite struct TargetTests {
    let scratch = Scratch()
    private static let profile = #"{"profile_id":"p","paid_access_levels":{}}"#
    private static let paywall = #"{"developer_id":"d","variation_id":"v","revision":1,"products":[],"mine":1}"#

    @Test func recordsThatOneSDKCanRead() throws {
        try scratch.write(Self.profile, to: "old.json")
        let options = ["--readable-by", "3.12.0", "--to", "sdk3"]
        let made = try Program.run(["upgrade", "old.json", "-o", "new.json"] + options, in: scratch)
        #expect(made.status == 0)
        #expect(try scratch.text("new.json").contains(#""segment_hash":"not implemented""#))
        #expect(try Program.run("downgrade", "new.json", in: scratch).text == Self.profile)
        #expect(try Program.run("verify", "old.json", "--readable-by", "3.12.0", in: scratch).status == 0)
        try scratch.write(#"{"profile_id":"p","paid_access_levels":{"a":{"id":"a"}}}"#, to: "unsaid.json")
        let refused = try Program.run("upgrade", "unsaid.json", "--readable-by", "3.12.0", in: scratch)
        #expect(refused.status == 65 && refused.errors.contains("/paid_access_levels/a/is_active"))
    }

    @Test(arguments: [["--readable-by", "1.18.0"], ["--readable-by", "3.12.0", "--to", "sdk2"]])
    func whatCannotBeAsked(options: [String]) throws {
        try scratch.write(Self.profile, to: "old.json")
        #expect(try Program.run(["upgrade", "old.json"] + options, in: scratch).status == 64)
    }

    @Test func newerRecordsLeaveTheirEnvelopesWhenAsked() throws {
        let record = #"{"profile_id":"p","segment_hash":"s","is_test_user":false,"paid_access_levels":{}}"#
        try scratch.write(#"{"success":\#(record)}"#, to: "old.json")
        #expect(try Program.run("upgrade", "old.json", in: scratch).text == #"{"success":\#(record)}"#)
        #expect(
            try Program.run("upgrade", "old.json", "--unwrap", "--residue", "discard", in: scratch).text == record)
    }

    @Test func aRecordForJavaScriptHasItsResidueBesideIt() throws {
        try scratch.write(Self.paywall, to: "old.json")
        let embedded = try Program.run("upgrade", "old.json", "--to", "sdk3-bridge", in: scratch)
        #expect(embedded.status == 64 && embedded.errors.contains("--residue beside=PATH"))
        let made = try Program.run(
            "upgrade", "old.json", "--to", "sdk3-bridge", "-o", "new.json", "--residue", "beside=residue", in: scratch)
        #expect(made.status == 0)
        #expect(try !scratch.text("new.json").contains("mine"))
        #expect(
            try Program.run("downgrade", "new.json", "--residue", "beside=residue", in: scratch).text == Self.paywall)
    }

    @Test func aFlowGoesDownAsItsPaywalls() throws {
        let flow =
            #"{"flow_id":"f","flow_name":"F","variation_id":"v","placement":{"developer_id":"d"},"variations":[{"paywall_id":"w","variation_id":"v","products":[]}]}"#
        try scratch.write(flow, to: "flow.json")
        #expect(
            try Program.run("downgrade", "flow.json", "--to", "sdk2", "-o", "old.json", in: scratch).status == 0)
        #expect(try scratch.text("old.json").hasPrefix(#"{"data":[{"paywall_id":"w","#))
        #expect(try Program.run("downgrade", "old.json", in: scratch).text == flow)
    }
}
