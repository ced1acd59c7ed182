import type { ByteSource } from '#app/kernel/chance.server.ts'
import { pseudoRandom } from '#db/seed/pseudo-random.ts'

/** Bytes that a seed decides, for `replaceByteSource`: a history has the same ids, codes and tokens each time. */
export function seededBytes(seed: string): ByteSource {
	const random = pseudoRandom(`bytes of ${seed}`)
	return (count) => {
		const bytes = new Uint8Array(count)
		for (let i = 0; i < count; i++) bytes[i] = random.below(256)
		return bytes
	}
}
