import type { Database } from '../db/client.server.ts'
import { isolateReplica } from '../db/replica.server.ts'
import {
	type BatchWriter,
	openRequestDatabase,
	type RequestDatabaseSettings,
	TOO_MANY_OF_NETWORK,
} from '../db/request-database.server.ts'
import { isolateReader } from '../db/stream-reader.server.ts'
import type { Settings } from './env.server.ts'
import { tooManyRequests, unavailable, WRITES_WAIT } from './http/busy-answers.ts'
import { mayReadReplica } from './http/replica-pages.ts'
import type { ResponseNotes } from './http/response-notes.server.ts'
import { readSessionHash } from './http/session-cookie.server.ts'
import { writeLog } from './http/write-log.ts'
import { isDatabaseError, isViolation } from './kernel/database-error.ts'
import type { Instant } from './kernel/instant.ts'
import { limitKeyOf } from './kernel/network-key.ts'
import { statementsOf, type WriteBatch } from './kernel/write-batch.server.ts'
import { mailPace, type OutsideServices } from './outside-services.server.ts'

export type OpenWriter = (settings: Settings) => BatchWriter

type Input = {
	request: Request
	settings: Settings
	requestId: string
	trips: { count: number; ms: number }
	waitUntil: (work: Promise<unknown>) => void
	response: Pick<ResponseNotes, 'asOf' | 'bookmark'>
	openWriter: OpenWriter
	/** The caller's network key; null where unknown. */
	network: () => string | null
}

type RequestDatabase = { forPage: Database; ofPrimary: () => Database; later: () => Database }

/**
 * Trips are counted, reads may use a replica, a network's concurrent writes are limited. `forPage`: for its page.
 * `ofPrimary`: for work beside a replica's page (docs/decisions/097). `later`: for after the answer.
 */
export function databaseOfRequest(input: Input): RequestDatabase {
	const { request, settings, requestId, trips, waitUntil, network } = input
	const reader = isolateReader(settings.database)
	const writer = input.openWriter(settings)
	/** The sender of a share of the writer's queue. Programs of shops and payments have their own limits. */
	const sender = () => {
		const key = /^\/(api|webhooks)\//.test(new URL(request.url).pathname) ? null : network()
		return key === null ? null : limitKeyOf(key)
	}
	const onTrip = (milliseconds: number) => {
		trips.count++
		trips.ms += milliseconds
	}
	const open = (reads: Pick<RequestDatabaseSettings, 'onChange' | 'replica'>) =>
		answerFailures(
			openRequestDatabase({ reader, writer, network: sender, waitUntil, onTrip, ...reads }),
			requestId,
		)
	return {
		forPage: open(replicaReads(input)),
		ofPrimary: () => open({}),
		later: () => openRequestDatabase({ reader, writer, waitUntil }),
	}
}

function replicaReads({ request, settings, response }: Input) {
	if (settings.replica === null) return {}
	const { bookmark } = response
	const replica = {
		replica: isolateReplica(settings.replica),
		bookmark: bookmark.change,
		isPersonal: readSessionHash(request) !== null,
		onOld: (asOf: Instant) => {
			response.asOf = Math.min(response.asOf ?? asOf, asOf)
		},
	}
	return { onChange: bookmark.note, ...(mayReadReplica(request) && { replica }) }
}

/** Adds the messages and refunds that a request's writes start. */
export function followingUp(
	{ forPage: { writeBatch }, later }: RequestDatabase,
	deps: { settings: Settings; services: OutsideServices; waitUntil: Input['waitUntil']; now: () => Instant },
): WriteBatch {
	return async (batch) => {
		if (statementsOf(batch).every(({ followUp }) => followUp === undefined)) return writeBatch(batch)
		const { withFollowUps } = await import('./after-write.server.ts')
		const pace = mailPace(deps.settings)
		return withFollowUps(writeBatch, { ...deps, pace, open: later, log: writeLog })(batch)
	}
}

/** Null where no replica is set up. */
export async function readReplicaState({ replica }: Settings) {
	return replica === null ? null : await isolateReplica(replica).readState()
}

/**
 * Turns a silent read into 503, logged under the request id, and a write of a network with too many waiting into 429
 * (S31).
 */
function answerFailures(database: Database, requestId: string): Database {
	return {
		...database,
		read: async (statement) => {
			try {
				return await database.read(statement)
			} catch (error) {
				if (!isDatabaseError(error) || error.kind === 'invalid') throw error
				writeLog(`request ${requestId} was not answered: ${error.message}`)
				throw unavailable(requestId)
			}
		},
		writeBatch: async (batch) => {
			try {
				return await database.writeBatch(batch)
			} catch (error) {
				throw isViolation(error, TOO_MANY_OF_NETWORK) ? tooManyRequests(WRITES_WAIT) : error
			}
		},
	}
}
