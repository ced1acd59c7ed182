import { roomOf } from './floors.ts'
import type { SourceFile } from './source-file.ts'

/** What reads a clock or makes chance, as `impurities` of a file name it. */
const clockAndChance = [
	'Date.now',
	'new Date()',
	'performance.now',
	'Math.random',
	'crypto.getRandomValues',
	'crypto.randomUUID',
	'crypto.subtle.generateKey',
]

/** Where they are allowed. Everything else has them handed in, so that a simulation decides them (A15). */
const namedPlaces: Readonly<Record<string, string[]>> = {
	// The composition roots and the entry hand on the clock of the machine.
	'app/entry.worker.ts': ['Date.now'],
	'app/load-context.ts': ['Date.now'],
	'app/job-context.server.ts': ['Date.now'],
	'app/outside-services.server.ts': ['Date.now'],
	// The defaults of what the requests of an isolate share, and of a client's own measures.
	'app/domain/identity/password-gate.server.ts': ['Date.now'],
	'db/replica.server.ts': ['Date.now'],
	'db/request-database.server.ts': ['Date.now'],
	'db/stream-reader.server.ts': ['Date.now'],
	'db/writer.server.ts': ['Date.now'],
	// The one maker of random bytes.
	'app/kernel/chance.server.ts': ['crypto.getRandomValues'],
	// A pair of keys on a curve comes from no bytes of ours: a simulation gives its own `PushSender`.
	'app/domain/messaging/push-encryption.server.ts': ['crypto.subtle.generateKey'],
	// It greets by the clock of the browser.
	'app/routes/discover/greeting.tsx': ['new Date()'],
}

/** Names of `node:crypto` that make chance. */
const chanceOfNode = /^(random\w+|webcrypto|generate\w+|getRandomValues)$/

/** Clocks that are read and chance that is made outside of the named places. Of ui another test speaks. */
export function clockAndChanceElsewhere(files: SourceFile[]): string[] {
	return files.flatMap(({ path, impurities, imports }) => {
		const room = roomOf(path)
		const isOfTheApp = room !== undefined && room !== 'ui' && room !== 'generated'
		const read = impurities.filter((one) => clockAndChance.includes(one) && !namedPlaces[path]?.includes(one))
		const made = imports
			.filter(({ target, isTypeOnly }) => /^(node:)?crypto$/.test(target) && !isTypeOnly)
			.flatMap(({ names }) =>
				names.length === 0 ? ['node:crypto as a whole'] : names.filter((name) => chanceOfNode.test(name)),
			)
		const replaced = imports.flatMap(({ names }) => names.filter((name) => name === 'replaceByteSource'))
		return [
			...(isOfTheApp ? [...read, ...made].map((one) => `${path} uses ${one}`) : []),
			...(path.startsWith('tests/') ? [] : replaced.map((name) => `${path} takes ${name}`)),
		]
	})
}

/** Named places that need their name no more. */
export function unusedPlaces(files: SourceFile[]): string[] {
	return Object.entries(namedPlaces).flatMap(([place, uses]) => {
		const used = files.find(({ path }) => path === place)?.impurities ?? []
		return uses.filter((one) => !used.includes(one)).map((one) => `${place} does not use ${one}`)
	})
}
