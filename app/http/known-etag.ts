/** Whether a request shows that it knows this tag. A proxy on the way may have marked it as weak. */
export function isKnownEtag(known: string | null, etag: string): boolean {
	return (known ?? '').split(',').some((one) => one.trim().replace(/^W\//, '') === etag)
}
