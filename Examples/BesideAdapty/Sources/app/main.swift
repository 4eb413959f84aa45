import Foundation

launch()
let live = LiveProfile(profileId: "p")
var stored = try StoredProfile(decoding: #"{"profile_id":"p","paid_access_levels":{}}"#)
stored.customerUserId = "c"
print(live.profileId, stored)
