/** So that a key is known for what it is wherever it was left: in a repository, in a log. */
const API_KEY_PREFIX = 'wakati_'

/** An API key as its program sends it; `token` is its secret, of which the SHA-256 is kept. */
export function apiKeyOf(token: string): string {
	return `${API_KEY_PREFIX}${token}`
}

/** The secret of the header 'Bearer wakati_…'; null for any other. */
export function tokenOfBearer(authorization: string | null): string | null {
	const [, token = null] = /^Bearer wakati_([\w-]{43})$/i.exec(authorization ?? '') ?? []
	return token
}
