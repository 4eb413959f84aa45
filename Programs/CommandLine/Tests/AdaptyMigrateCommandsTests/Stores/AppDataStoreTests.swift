#if SQLite && PostgreSQL
import Foundation
import Testing

/// `store` on the files of apps.
@Suite struct AppDataStoreTests {
    let scratch = Scratch()

    @Test("finish says what would go, and removes it when told so")
    func finishOfAppData() throws {
        try scratch.write(
            "<map><string name=\"PURCHASER_INFO\">{&quot;profileId&quot;:&quot;p&quot;,&quot;accessLevels&quot;:{}}</string></map>",
            to: "AdaptySDKPrefs.xml")
        func run(_ verb: String, _ options: String...) throws -> Program.Result {
            try Program.run(["store", verb, "sharedprefs:AdaptySDKPrefs.xml?sdk=3.12.0"] + options, in: scratch)
        }
        let early = try run("finish", "--yes")
        #expect(early.status == 0 && early.text == "nothing to finish: there is no upgrade here\n")
        #expect(try run("apply").status == 0)
        let look = try run("finish")
        #expect(
            look.status == 64 && look.text.contains("proven") && look.text.contains("to be removed: ")
                && look.text.contains("run store finish --yes"), "\(look.text)")
        #expect(try run("verify").status == 0)
        let done = try run("finish", "--yes")
        #expect(
            done.status == 0 && done.text.contains("removed; rollback is no longer possible"),
            "\(done.text) \(done.errors)")
        #expect(scratch.names == ["AdaptySDKPrefs.xml"])
        #expect(try run("status").text.hasPrefix("none"))
    }

    @Test func aPropertyListOfUserDefaults() throws {
        let profile = Data(#"{"profileId":"p","accessLevels":{},"subscriptions":{},"nonSubscriptions":{}}"#.utf8)
        let file = try PropertyListSerialization.data(
            fromPropertyList: ["AdaptySDK_Purchaser_Info": profile], format: .xml, options: 0)
        try scratch.write([UInt8](file), to: "app.plist")
        let plan = try Program.run("store", "plan", "defaults:app.plist?sdk=3.12.0", in: scratch)
        #expect(
            plan.status == 0 && plan.lines[0] == "AdaptySDK_Purchaser_Info: upgraded"
                && plan.text.contains("AdaptySDK_Profile_Id: recovered"), "\(plan.errors)")
        #expect(try scratch.bytes("app.plist") == [UInt8](file))
        #expect(try Program.run("store", "apply", "defaults:app.plist?sdk=3.12.0", in: scratch).text == plan.text)
        #expect(
            try Program.run("store", "verify", "defaults:app.plist?sdk=3.12.0", in: scratch).text
                == "AdaptySDK_Profile_Id: proven\nAdaptySDK_Purchaser_Info: proven\n")
        #expect(
            try Program.run("store", "status", "defaults:app.plist?sdk=3.12.0", in: scratch).text
                == "upgraded for SDK 3.12.0\n")
        #expect(try Program.run("store", "rollback", "defaults:app.plist?sdk=3.12.0", in: scratch).status == 0)
        #expect(try scratch.bytes("app.plist") == [UInt8](file))
        #expect(
            try Program.run("store", "rehearse", "defaults:app.plist?sdk=3.12.0", in: scratch).text == plan.text
                + "rehearsed: nothing was kept\n")
        #expect(try Program.run("store", "status", "defaults:app.plist?sdk=3.12.0", in: scratch).text == "none\n")
        #expect(try Program.run("store", "plan", "defaults:app.plist", in: scratch).status == 64)
    }

    @Test func preferencesOfAndroid() throws {
        let info =
            "{&quot;profileId&quot;:&quot;p&quot;,&quot;accessLevels&quot;:{&quot;a&quot;:{&quot;id&quot;:&quot;a&quot;,&quot;isActive&quot;:true,&quot;isLifetime&quot;:false,&quot;isInGracePeriod&quot;:false}}}"
        let file =
            "<?xml version='1.0' encoding='utf-8' standalone='yes' ?>\n<map>\n    <string name=\"PROFILE_ID\">p</string>\n    <string name=\"PURCHASER_INFO\">\(info)</string>\n</map>\n"
        let store = "sharedprefs:AdaptySDKPrefs.xml?sdk=3.12.0"
        try scratch.write(file, to: "AdaptySDKPrefs.xml")
        let plan = try Program.run("store", "plan", store, in: scratch)
        #expect(plan.status == 0 && plan.lines[0] == "PROFILE: upgraded (from PURCHASER_INFO)", "\(plan.errors)")
        #expect(
            try Program.run("store", "rehearse", store, in: scratch).text == plan.text + "rehearsed: nothing was kept\n"
        )
        #expect(try scratch.text("AdaptySDKPrefs.xml") == file)
        #expect(try Program.run("store", "apply", store, in: scratch).text == plan.text)
        #expect(
            try scratch.text("AdaptySDKPrefs.xml").contains(
                "<string name=\"PROFILE\">{&quot;profile_id&quot;:&quot;p&quot;"))
        #expect(try Program.run("store", "verify", store, in: scratch).text == "PROFILE: proven\n")
        let damaged = try scratch.text("AdaptySDKPrefs.xml").replacingOccurrences(
            of: "&quot;is_active&quot;:true", with: "&quot;is_active&quot;:trUe")
        try scratch.write(damaged, to: "AdaptySDKPrefs.xml")
        let found = try Program.run("store", "verify", store, in: scratch)
        #expect(found.status == 65 && found.text == "PROFILE: differs (written since the upgrade)\n")
        try scratch.write(damaged.replacingOccurrences(of: "trUe", with: "true"), to: "AdaptySDKPrefs.xml")
        #expect(try Program.run("store", "rollback", store, in: scratch).text == "PROFILE: restored\n")
        #expect(try scratch.text("AdaptySDKPrefs.xml") == file && scratch.names == ["AdaptySDKPrefs.xml"])
        try scratch.write(String(file.dropLast(9)), to: "AdaptySDKPrefs.xml")
        let broken = try Program.run("store", "plan", store, in: scratch)
        #expect(broken.status == 66 && broken.errors.contains("AdaptySDKPrefs.xml:4:"), "\(broken.errors)")
        for (content, status, text) in [
            ("", 0, "nothing to upgrade\n"),
            ("<string name=\"PROFILE\"></string>", 0, "PROFILE: kept (signed out: there is no profile)\n"),
            ("<int name=\"PROFILE\" value=\"1\" />", 65, "PROFILE: refused (it is not text)\n"),
        ] as [(String, Int32, String)] {
            try scratch.write("<map>\(content)</map>", to: "AdaptySDKPrefs.xml")
            let plan = try Program.run("store", "plan", store, in: scratch)
            #expect(plan.status == status && plan.text == text, "\(plan.text)")
        }
        #expect(try Program.run("store", "plan", "sharedprefs:AdaptySDKPrefs.xml", in: scratch).status == 64)
    }
}
#endif
