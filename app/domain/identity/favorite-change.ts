/** What a heart, or its undo, asks for. */
export type FavoriteChange = { kind: 'add' | 'remove'; shopId: string }

/**
 * Why a favorite is not changed:
 * - 'not_signed_in': the session has ended
 * - 'not_kept': the business is unknown, or the account has as many as it may
 */
export type FavoriteRefusal = 'not_signed_in' | 'not_kept'
