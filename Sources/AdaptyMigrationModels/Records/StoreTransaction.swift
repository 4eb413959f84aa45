import AdaptyMigrationCore

/// The transactions of a purchase in a profile. Source: the page *SDK Models* of Adapty's docs, SDK 2.4.
public protocol StoreTransaction: DocumentModel {}

extension StoreTransaction {
    /// Transaction in the store.
    public var vendorTransactionId: String? {
        get { self["vendor_transaction_id"] }
        set { self["vendor_transaction_id"] = newValue }
    }
    /// First transaction in the store.
    public var vendorOriginalTransactionId: String? {
        get { self["vendor_original_transaction_id"] }
        set { self["vendor_original_transaction_id"] = newValue }
    }
}
