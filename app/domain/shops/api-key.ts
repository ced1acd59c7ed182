/** Makes a key recognizable wherever it was left: in a repository, in a log. */
const API_KEY_PREFIX = 'wakati_'

/** An API key as its program sends it. Only the SHA-256 of `token` is kept. */
export function apiKeyOf(token: string): string {
	return `${API_KEY_PREFIX}${token}`
}

/** The secret of the header 'Bearer wakati_…'; null for any other. */
export function tokenOfBearer(authorization: string | null): string | null {
	const [, token = null] = /^Bearer wakati_([\w-]{43})$/i.exec(authorization ?? '') ?? []
	return token
}
