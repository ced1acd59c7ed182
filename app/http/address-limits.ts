/** Our deepest address has three segments. */
const MAX_SEGMENTS = 8
/** Our longest address ends with a signed token. */
const MAX_PATH_LENGTH = 2_000
/** Links of one page that Remix's script looks up at once. */
const MAX_MANIFEST_PATHS = 40

/**
 * True far beyond our own addresses (W10). Remix matches every ancestor of a path, also in `/__manifest`: thousands of
 * segments cost a second of CPU, and a long segment quadratic time.
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
