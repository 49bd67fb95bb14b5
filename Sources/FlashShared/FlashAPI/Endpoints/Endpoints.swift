public import FlashModel

/// No body.
public struct NoBody: Codable, Sendable, Hashable {
  public init() {}
}

/// A body that is not JSON of one value: a page, a stream, a file.
public struct RawBody: Sendable, Hashable {
  public let bytes: [UInt8]

  public init(_ bytes: [UInt8]) { self.bytes = bytes }
}

/// The operations of the service.
public enum Endpoints {
  // Operation

  public static let health = Endpoint<NoBody, JSONValue>("getHealth", .get, "/healthz", .anyone)
  public static let up = Endpoint<NoBody, RawBody>("getUp", .get, "/up", .anyone)
  public static let ready = Endpoint<NoBody, JSONValue>("getReady", .get, "/readyz", .anyone)
  public static let metrics = Endpoint<NoBody, RawBody>("getMetrics", .get, "/metrics", .anyone)
  public static let appSiteAssociation = Endpoint<NoBody, JSONValue>(
    "getAppSiteAssociation", .get, "/.well-known/apple-app-site-association", .anyone)

  // Signing in

  public static let magicLinkPage = Endpoint<NoBody, RawBody>(
    "getMagicLinkLanding", .get, "/auth/consume", .anyone)
  public static let magicLinkPageHead = Endpoint<NoBody, RawBody>(
    "headMagicLinkLanding", .head, "/auth/consume", .anyone)
  public static let approveMagicLink = Endpoint<RawBody, RawBody>(
    "approveMagicLink", .post, "/auth/consume", .anyone)
  public static let keepAccountPage = Endpoint<NoBody, RawBody>(
    "getKeepAccountPage", .get, "/auth/keep", .anyone)
  public static let keepAccount = Endpoint<RawBody, RawBody>(
    "keepAccount", .post, "/auth/keep", .anyone)
  public static let appleSignInPage = Endpoint<NoBody, RawBody>(
    "getAppleSignInPage", .get, "/auth/apple", .anyone)
  public static let finishAppleSignIn = Endpoint<RawBody, RawBody>(
    "finishAppleSignIn", .post, "/auth/apple", .anyone)
  public static let signInWithApple = Endpoint<AppleSignIn, SignInResponse>(
    "signInWithApple", .post, "/api/v1/auth/apple", .anyone)
  public static let requestMagicLink = Endpoint<MagicLinkRequest, NoBody>(
    "requestMagicLink", .post, "/api/v1/auth/magic-link/request", .anyone, success: 204)
  public static let consumeMagicLink = Endpoint<MagicLinkConsumption, SignInResponse>(
    "consumeMagicLink", .post, "/api/v1/auth/magic-link/consume", .anyone)
  public static let collectMagicLink = Endpoint<MagicLinkCollection, SignInResponse>(
    "collectMagicLink", .post, "/api/v1/auth/magic-link/collect", .anyone)
  public static let refreshTokens = Endpoint<Refresh, TokenPair>(
    "refreshTokens", .post, "/api/v1/auth/refresh", .anyone)
  public static let signOut = Endpoint<SignOut, NoBody>(
    "signOut", .post, "/api/v1/auth/sign-out", .accountIfAny, success: 204)

  // The account

  public static let rawUser = Endpoint<NoBody, Me>("getRawUser", .get, "/api/user", .account)
  public static let me = Endpoint<NoBody, Me>("getMe", .get, "/api/v1/me", .account)
  /// The body is read member by member, as an absent one stays as it is.
  public static let patchMe = Endpoint<JSONValue, Me>("patchMe", .patch, "/api/v1/me", .account)
  public static let deleteMe = Endpoint<NoBody, NoBody>(
    "deleteMe", .delete, "/api/v1/me", .account, success: 204)
  public static let restoreMe = Endpoint<NoBody, Me>(
    "restoreMe", .post, "/api/v1/me/restore", .account)
  public static let registerDeviceToken = Endpoint<DeviceToken, NoBody>(
    "registerDeviceToken", .post, "/api/v1/me/device-token", .account, success: 204)
  public static let deleteDeviceToken = Endpoint<NoBody, NoBody>(
    "deleteDeviceToken", .delete, "/api/v1/me/device-token", .account, success: 204)
  public static let mySessions = Endpoint<NoBody, AuthSessions>(
    "listMySessions", .get, "/api/v1/me/sessions", .account)
  public static let revokeMySession = Endpoint<NoBody, NoBody>(
    "revokeMySession", .delete, "/api/v1/me/sessions/{session_id}", .account, success: 204)
  public static let myIdentities = Endpoint<NoBody, Identities>(
    "listMyIdentities", .get, "/api/v1/me/identities", .account)
  public static let linkIdentity = Endpoint<IdentityLink, Identity>(
    "linkIdentity", .post, "/api/v1/me/identities", .account, success: 201)
  public static let unlinkIdentity = Endpoint<NoBody, NoBody>(
    "unlinkIdentity", .delete, "/api/v1/me/identities/{provider}", .account, success: 204)
  public static let exportMe = Endpoint<NoBody, RawBody>(
    "exportMe", .get, "/api/v1/me/export", .account)

  // Sync

  public static let push = Endpoint<PushRequest, PushResponse>(
    "syncPush", .post, "/api/v1/sync/push", .account)
  public static let pull = Endpoint<PullRequest, PullPage>(
    "syncPull", .get, "/api/v1/sync/pull", .account)
  public static let manifest = Endpoint<NoBody, JSONValue>(
    "syncManifest", .get, "/api/v1/sync/manifest", .account)
  public static let snapshot = Endpoint<NoBody, SnapshotManifest>(
    "getSnapshot", .get, "/api/v1/sync/snapshot", .account)
  public static let snapshotPart = Endpoint<NoBody, RawBody>(
    "getSnapshotPart", .get, "/api/v1/sync/snapshot/{snapshot_id}/parts/{part}", .account)
  public static let beginSnapshot = Endpoint<SnapshotManifest, SnapshotStanding>(
    "beginSnapshot", .post, "/api/v1/sync/snapshot", .account)
  public static let putSnapshotPart = Endpoint<RawBody, SnapshotStanding>(
    "putSnapshotPart", .put, "/api/v1/sync/snapshot/{snapshot_id}/parts/{part}", .account)
  public static let commitSnapshot = Endpoint<NoBody, SnapshotReceipt>(
    "commitSnapshot", .post, "/api/v1/sync/snapshot/{snapshot_id}/commit", .account)

  /// All of them, as the router and the contract's test see them.
  public static let all: [Operation] =
    baseOperations + planOperations + subscriptionOperations + adminUserOperations
    + adminBillingOperations + adminServerOperations

  private static let baseOperations: [Operation] = [
    health.operation, up.operation, ready.operation, metrics.operation,
    appSiteAssociation.operation, magicLinkPage.operation, magicLinkPageHead.operation,
    approveMagicLink.operation, keepAccountPage.operation, keepAccount.operation,
    appleSignInPage.operation, finishAppleSignIn.operation,
    signInWithApple.operation, requestMagicLink.operation, consumeMagicLink.operation,
    collectMagicLink.operation,
    refreshTokens.operation, signOut.operation, rawUser.operation, me.operation,
    patchMe.operation, deleteMe.operation, restoreMe.operation, registerDeviceToken.operation,
    deleteDeviceToken.operation, mySessions.operation, revokeMySession.operation,
    myIdentities.operation, linkIdentity.operation, unlinkIdentity.operation,
    exportMe.operation, push.operation, pull.operation, manifest.operation,
    snapshot.operation, snapshotPart.operation, beginSnapshot.operation,
    putSnapshotPart.operation, commitSnapshot.operation,
  ]
}
