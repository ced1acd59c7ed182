const SEVEN_DAYS_SECONDS = 7 * 86_400

/** The code of a friend's link to a shop. */
export type FriendCode = { shopId: string; code: string }

/** Null for what cannot be a code. */
export function readLinkCode(text: string | null): string | null {
	const code = (text ?? '').trim().toUpperCase()
	return /^[A-Z0-9]{4,20}$/.test(code) ? code : null
}

/** Not signed: it fills a field, as if typed. */
export function readFriendCode(request: Request): FriendCode | null {
	const [, shopId = '', code = ''] =
		/(?:^|;\s*)friend-code=([\w-]{1,64})\.([A-Z0-9]{4,20})(?:;|$)/.exec(
			request.headers.get('cookie') ?? '',
		) ?? []
	return code === '' ? null : { shopId, code }
}

/** Kept until the friend books. */
export function friendCodeHeader({ shopId, code }: FriendCode): string {
	return `friend-code=${shopId}.${code}; Path=/; HttpOnly; SameSite=Lax; Max-Age=${SEVEN_DAYS_SECONDS}`
}

export const endedFriendCodeHeader = 'friend-code=; Path=/; HttpOnly; SameSite=Lax; Max-Age=0'
