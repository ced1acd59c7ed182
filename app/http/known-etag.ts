/** A proxy may have marked the tag as weak. */
export function isKnownEtag(known: string | null, etag: string): boolean {
	return (known ?? '').split(',').some((one) => one.trim().replace(/^W\//, '') === etag)
}
