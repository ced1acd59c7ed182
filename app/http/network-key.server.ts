import { nestedKey } from '#app/kernel/network-key.ts'
import { keyedHash } from '#app/kernel/signed.server.ts'

type Networks = { narrow: string; wide: string }

/**
 * Narrow is an IPv4 address or an IPv6 /64. Wide is an IPv6 /48: one customer can have many of its /64s. IPv6 is
 * expanded first, because '::' would shift the count of groups (S13). IPv4 inside IPv6 counts as IPv4. Any other text
 * stands for itself.
 */
export function findNetworks(address: string): Networks {
	const groups = address.includes(':') ? expandIpv6(address) : null
	if (groups === null) return { narrow: address, wide: address }
	const embedded = mappedIpv4(groups)
	if (embedded !== null) return { narrow: embedded, wide: embedded }
	const first = (count: number) => groups.slice(0, count).map((group) => group.toString(16))
	return { narrow: `${first(4).join(':')}::/64`, wide: `${first(3).join(':')}::/48` }
}

/**
 * A keyed hash. The key of an IPv6 network includes its wide one, so that every limit counts both (S30). Null where the
 * platform does not give the address.
 */
export function networkKey(request: Request, secret: string): string | null {
	const address = request.headers.get('cf-connecting-ip')
	if (!address) return null
	const { narrow, wide } = findNetworks(address)
	const hashNetwork = (network: string) => keyedHash(secret, 'network', network).slice(0, 22)
	return wide === narrow ? hashNetwork(narrow) : nestedKey(hashNetwork(wide), hashNetwork(narrow))
}

/** The eight groups; null for any other text. */
function expandIpv6(address: string): number[] | null {
	const [withoutZone = ''] = address.split('%')
	const halves = withoutZone.split('::')
	if (halves.length > 2) return null
	const [head, tail] = [parseGroups(halves[0] ?? ''), parseGroups(halves[1] ?? '')]
	if (head === null || tail === null) return null
	const missing = 8 - head.length - tail.length
	if (halves.length === 1 ? missing !== 0 : missing < 0) return null
	return [...head, ...Array<number>(missing).fill(0), ...tail]
}

/** The end may be written as IPv4. */
function parseGroups(part: string): number[] | null {
	if (part === '') return []
	const groups: number[] = []
	for (const group of part.split(':')) {
		const ipv4 = /^(\d{1,3})\.(\d{1,3})\.(\d{1,3})\.(\d{1,3})$/.exec(group)
		if (ipv4) {
			const [a = 0, b = 0, c = 0, d = 0] = ipv4.slice(1).map(Number)
			groups.push(a * 256 + b, c * 256 + d)
		} else if (/^[\da-f]{1,4}$/i.test(group)) groups.push(Number.parseInt(group, 16))
		else return null
	}
	return groups
}

/** The IPv4 address of '::ffff:a.b.c.d'; else null. */
function mappedIpv4(groups: readonly number[]): string | null {
	const [high = 0, low = 0] = groups.slice(6)
	const isMapped = groups.slice(0, 5).every((group) => group === 0) && groups[5] === 0xffff
	return isMapped ? [high >> 8, high & 255, low >> 8, low & 255].join('.') : null
}
