import { type ScryptOptions, scrypt, timingSafeEqual } from 'node:crypto'
import { randomBytes } from '#app/kernel/chance.server.ts'
import { passwordGate } from './password-gate.server.ts'
import { normalizePassword } from './password-rules.ts'

/** Each hash stores its cost, so that the current cost can grow (W23). */
export type ScryptCost = { logN: number; r: number; p: number }

/** 16 MB of memory, about 160 ms of CPU. */
export const currentCost: ScryptCost = { logN: 14, r: 8, p: 5 }

const SALT_BYTES = 16
const HASH_BYTES = 32

/** A PHC string, '$scrypt$ln=14,r=8,p=5$salt$hash'. Call `passwordLengthProblem` first. */
export async function hashPassword(password: string, cost: ScryptCost = currentCost): Promise<string> {
	const salt = randomBytes(SALT_BYTES)
	const hash = await derive(password, salt, cost)
	return `$scrypt$ln=${cost.logN},r=${cost.r},p=${cost.p}$${base64(salt)}$${base64(hash)}`
}

/**
 * Whether a password matches, and whether its hash has a lower cost than the current one. An unknown e-mail has no
 * hash: a dummy is checked, so that the answer takes as long.
 */
export async function verifyPassword(
	password: string,
	stored: string | null,
): Promise<{ isCorrect: boolean; needsRehash: boolean }> {
	const parsed = (stored === null ? null : parsePhc(stored)) ?? dummy
	const hash = await derive(password, parsed.salt, parsed.cost)
	const isEqual = timingSafeEqual(hash, parsed.hash)
	const { logN, r, p } = parsed.cost
	return {
		isCorrect: isEqual && parsed !== dummy,
		needsRehash: logN < currentCost.logN || r < currentCost.r || p < currentCost.p,
	}
}

type ParsedHash = { cost: ScryptCost; salt: Uint8Array; hash: Uint8Array }

/** No password matches all zeros. */
const dummy: ParsedHash = {
	cost: currentCost,
	salt: new Uint8Array(SALT_BYTES),
	hash: new Uint8Array(HASH_BYTES),
}

/** Null for text that `hashPassword` never wrote, and for a cost beyond a Worker's limits. */
function parsePhc(text: string): ParsedHash | null {
	const match =
		/^\$scrypt\$ln=(\d{1,2}),r=(\d{1,2}),p=(\d{1,2})\$([A-Za-z0-9+/]{22})\$([A-Za-z0-9+/]{43})$/.exec(text)
	if (!match) return null
	const [, logN, r, p, salt = '', hash = ''] = match
	const cost = { logN: Number(logN), r: Number(r), p: Number(p) }
	if (cost.logN > 16 || cost.r < 1 || cost.p < 1) return null
	return { cost, salt: Buffer.from(salt, 'base64'), hash: Buffer.from(hash, 'base64') }
}

/** A hash costlier than this, a quarter of the current cost, waits for its turn. */
const COSTLY = (2 ** currentCost.logN * currentCost.r * currentCost.p) / 4

function derive(password: string, salt: Uint8Array, cost: ScryptCost): Promise<Uint8Array> {
	const isCostly = 2 ** cost.logN * cost.r * cost.p > COSTLY
	return isCostly
		? passwordGate.inTurn(() => hashByScrypt(password, salt, cost))
		: hashByScrypt(password, salt, cost)
}

function hashByScrypt(password: string, salt: Uint8Array, { logN, r, p }: ScryptCost): Promise<Uint8Array> {
	const options: ScryptOptions = { N: 2 ** logN, r, p, maxmem: 256 * 2 ** logN * r }
	return new Promise((resolve, reject) => {
		scrypt(normalizePassword(password), salt, HASH_BYTES, options, (error, hash) =>
			error ? reject(error) : resolve(hash),
		)
	})
}

function base64(bytes: Uint8Array): string {
	return Buffer.from(bytes).toString('base64').replace(/=+$/, '')
}
