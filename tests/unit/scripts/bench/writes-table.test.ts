import { expect, test } from 'vitest'
import { type WritePair, writesResult } from '#scripts/bench/writes-table.ts'

const effort = { callers: 32, seconds: 1 }
const oneShot = { sqldMs: 5, perSecond: 100 }
const pair = (sqldMs: number, perSecond: number): WritePair => ({
	ours: { sqldMs, perSecond },
	other: oneShot,
})
const verdicts = (...pairs: WritePair[]) =>
	writesResult(pairs, effort).goals.map(({ id, verdict }) => `${id} ${verdict}`)

test('P19, P20: a small write takes a fifth of the CPU, and four are written in the time of one', () => {
	expect(verdicts(pair(1, 400))).toEqual(['P19 met', 'P20 met'])
	expect(verdicts(pair(1.1, 400))).toEqual(['P19 missed', 'P20 met'])
	expect(verdicts(pair(1, 390))).toEqual(['P19 met', 'P20 missed'])
})

test('each run is compared with the one right after it, and one slow run decides nothing', () => {
	const slow: WritePair = { ours: { sqldMs: 9, perSecond: 50 }, other: { sqldMs: 50, perSecond: 10 } }
	expect(verdicts(slow, pair(0.9, 410), slow)).toEqual(['P19 met', 'P20 met'])
	expect(verdicts()).toEqual(['P19 missed', 'P20 missed'])
})
