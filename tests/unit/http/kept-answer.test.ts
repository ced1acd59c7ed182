import type { AppLoadContext } from '@remix-run/cloudflare'
import { expect, test } from 'vitest'
import { keepAnswer } from '#app/api/idempotency.server.ts'
import { DatabaseError } from '#app/kernel/database-error.ts'

const answer = { requestHash: 'mine', status: 201, body: '{}' }

/** What becomes of an answer whose write fails, where its act reads so. */
function unkept(answeredAct: () => Promise<unknown>) {
	const writeBatch = () => Promise.reject(new DatabaseError('unknown', 'no usable answer'))
	const context = { shops: { shopActs: { keepAnswer() {}, selectAnsweredAct() {}, answeredAct } } }
	return keepAnswer({ ...context, writeBatch, log() {} } as never as AppLoadContext, 'act', answer)
}

test('F18: an answer that is not kept is sent for its own act, and never called unchanged where none is read', async () => {
	const act = { status: null, body: null }
	expect(await unkept(async () => ({ ...act, requestHash: 'mine' }))).toBeNull()
	expect(await unkept(async () => ({ ...act, requestHash: 'other' }))).toMatchObject({ requestHash: 'other' })
	expect(await unkept(() => Promise.reject(new Error('no answer')))).toBe('not_saved')
})

/** What becomes of an answer of request 'mine' whose write gives so. */
function written(kept: number, act: { requestId: string } | null) {
	const writeBatch = async () => ({ kept, acts: act ? [act] : [] })
	const context = { shops: { shopActs: { keepAnswer() {}, selectAnsweredAct() {} } }, requestId: 'mine' }
	return keepAnswer({ ...context, writeBatch } as never as AppLoadContext, 'act', answer)
}

test('F18: an answer is sent where it is kept for its own request; else the act’s answer is', async () => {
	const [mine, other] = [{ requestId: 'mine' }, { requestId: 'other' }]
	expect(await written(1, mine)).toBeNull()
	expect(await written(0, mine)).toBe(mine)
	expect(await written(1, other)).toBe(other)
	expect(await written(0, null)).toBeNull()
})
