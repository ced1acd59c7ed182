import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import type { OtherThreads } from './scheduler.ts'

type Asked = unknown[]
type Work = (...asked: Asked) => Promise<unknown>

/**
 * Counts the work of `crypto.subtle` that this process has under way on other threads, until `stop`. Its end comes when
 * it comes, so a scheduler waits for it. It goes one at a time: what is asked for at once would else end in any order.
 * Digests and HMACs, which requests ask for all the time, are made here at once: a thread takes longer to answer than
 * the sum itself.
 */
export function watchSubtleWork(): OtherThreads & { stop(): void } {
	const { subtle } = crypto
	const names = Object.getOwnPropertyNames(Object.getPrototypeOf(subtle)).filter(
		(name) => name !== 'constructor' && typeof subtle[name as keyof SubtleCrypto] === 'function',
	)
	const madeHere = createSumsMadeHere()
	let underWay = 0
	let last: Promise<unknown> = Promise.resolve()
	for (const name of names) {
		const work = subtle[name as keyof SubtleCrypto] as Work
		Object.defineProperty(subtle, name, {
			configurable: true,
			value: (...asked: Asked) => {
				const made = madeHere.answer(name, asked)
				if (made !== undefined) return Promise.resolve(made)
				underWay++
				const working = last.then(() => work.apply(subtle, asked))
				last = working.catch(() => {})
				working.then((made) => madeHere.note(name, asked, made)).catch(() => {})
				return working.finally(() => {
					underWay--
				})
			},
		})
	}
	return {
		isBusy: () => underWay > 0,
		ended: () => last,
		stop() {
			for (const name of names) Reflect.deleteProperty(subtle, name)
		},
	}
}

const hashNames: Readonly<Record<string, string>> = {
	'SHA-1': 'sha1',
	'SHA-256': 'sha256',
	'SHA-384': 'sha384',
	'SHA-512': 'sha512',
}

/** The sums that take no time, by the names of `crypto.subtle`; undefined for everything else. */
function createSumsMadeHere() {
	const keys = new WeakMap<object, { hash: string; secret: Buffer }>()

	function hmac(key: unknown, data: unknown): Buffer | undefined {
		const known = keys.get(key as object)
		return known && createHmac(known.hash, known.secret).update(bytesOf(data)).digest()
	}
	return {
		answer(name: string, asked: Asked): ArrayBuffer | boolean | undefined {
			if (name === 'digest') {
				const hash = hashNames[nameOf(asked[0])]
				return hash === undefined ? hash : exactly(createHash(hash).update(bytesOf(asked[1])).digest())
			}
			if (nameOf(asked[0]) !== 'HMAC') return undefined
			if (name === 'sign') {
				const signature = hmac(asked[1], asked[2])
				return signature && exactly(signature)
			}
			if (name !== 'verify') return undefined
			const signature = hmac(asked[1], asked[3])
			const given = bytesOf(asked[2])
			return signature && signature.length === given.length && timingSafeEqual(signature, given)
		},
		/** A key that was made of plain bytes. */
		note(name: string, [format, secret, algorithm]: Asked, key: unknown) {
			if (name !== 'importKey' || format !== 'raw' || nameOf(algorithm) !== 'HMAC') return
			const hash = hashNames[nameOf((algorithm as { hash: unknown }).hash)]
			if (hash) keys.set(key as object, { hash, secret: Buffer.from(bytesOf(secret)) })
		},
	}
}

const nameOf = (algorithm: unknown): string =>
	String(typeof algorithm === 'string' ? algorithm : (algorithm as { name?: unknown } | undefined)?.name)

function bytesOf(data: unknown): Uint8Array {
	if (ArrayBuffer.isView(data)) return new Uint8Array(data.buffer, data.byteOffset, data.byteLength)
	return new Uint8Array(data as ArrayBuffer)
}

const exactly = ({ buffer, byteOffset, byteLength }: Buffer) =>
	buffer.slice(byteOffset, byteOffset + byteLength) as ArrayBuffer
