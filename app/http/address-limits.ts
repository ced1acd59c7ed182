/** The deepest address of ours has three segments. */
const MAX_SEGMENTS = 8
/** The longest address of ours has a signed token as its last segment. */
const MAX_PATH_LENGTH = 2_000
/** Links of one page that Remix's script asks about at once. */
const MAX_MANIFEST_PATHS = 40

/**
 * Whether an address goes far beyond all of ours. Remix tries its whole route table for every ancestor of a path, in
 * the page and in `/__manifest`: thousands of segments cost a second of CPU, and a long segment is matched in
 * quadratic time (W10).
 */
export function isAddressOutOfBounds({ pathname, searchParams }: URL): boolean {
	if (isTooDeep(pathname)) return true
	if (pathname !== '/__manifest') return false
	const paths = searchParams.getAll('p')
	return paths.length > MAX_MANIFEST_PATHS || paths.some(isTooDeep)
}

function isTooDeep(path: string): boolean {
	if (path.length > MAX_PATH_LENGTH) return true
	return path.replace(/^\//, '').split('/', MAX_SEGMENTS + 1).length > MAX_SEGMENTS
}
