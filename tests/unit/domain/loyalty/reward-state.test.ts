import { expect, test } from 'vitest'
import { isVoucherOpen, VOUCHER_MS, voucherClosesAt, voucherState } from '#app/domain/loyalty/reward-state.ts'
import { voucherRefusals } from '#app/domain/loyalty/voucher-refusal.ts'
import { voucherWordList, voucherWords } from '#app/domain/loyalty/voucher-words.server.ts'
import { DAY_MS, MINUTE_MS } from '#app/kernel/instant.ts'

/** The first instant of a minute. */
const OPENED_AT = 1_800_000_000_000
const keys = ['k'.repeat(32), 'older'.repeat(8)]

test('D51: a voucher is open for three minutes, to the millisecond', () => {
	expect(isVoucherOpen(null, OPENED_AT)).toBe(false)
	expect(isVoucherOpen(OPENED_AT, OPENED_AT)).toBe(true)
	expect(isVoucherOpen(OPENED_AT, OPENED_AT + VOUCHER_MS - 1)).toBe(true)
	expect(isVoucherOpen(OPENED_AT, OPENED_AT + VOUCHER_MS)).toBe(false)
})

test('D51: only a reward that can be used has a voucher, and it closes with its reward', () => {
	const reward = { usedAt: null, use: null, expiresAt: OPENED_AT + DAY_MS, voucherOpenedAt: OPENED_AT }
	const now = OPENED_AT + MINUTE_MS
	expect(voucherState(reward, now)).toBe('open')
	expect(voucherState({ ...reward, voucherOpenedAt: null }, now)).toBe('closed')
	expect(voucherState(reward, OPENED_AT + VOUCHER_MS)).toBe('closed')
	expect(voucherState({ ...reward, usedAt: now }, now)).toBe('used')
	expect(voucherState({ ...reward, use: {} }, now)).toBe('in_use')
	expect(voucherState({ ...reward, expiresAt: now }, now)).toBe('expired')
	expect(voucherClosesAt(reward)).toBe(OPENED_AT + VOUCHER_MS)
	expect(voucherClosesAt({ ...reward, expiresAt: now })).toBe(now)
})

test('D51: the two words are those of the minute, the shop and the first key', () => {
	const words = (shopId: string, at: number, secrets = keys) => voucherWords(secrets, shopId, at)
	const now = words('ade', OPENED_AT)
	expect(now).toMatch(/^[a-z]+ [a-z]+$/)
	expect(words('ade', OPENED_AT + MINUTE_MS - 1)).toBe(now)
	expect(words('ade', OPENED_AT, keys.slice(0, 1))).toBe(now)
	expect(words('ade', OPENED_AT, keys.slice(1))).not.toBe(now)
	const differing = (all: string[]) => new Set(all).size / all.length
	const minutes = Array.from({ length: 1_440 }, (_, i) => words('ade', OPENED_AT + i * MINUTE_MS))
	expect(differing(minutes)).toBeGreaterThan(0.97)
	expect(minutes.filter((one) => one === now).length).toBeLessThan(3)
	const shops = Array.from({ length: 200 }, (_, i) => words(`shop-${i}`, OPENED_AT))
	expect(differing(shops)).toBeGreaterThan(0.97)
})

test('the words are 256 short ones, each once', () => {
	expect(voucherWordList).toHaveLength(256)
	expect(new Set(voucherWordList).size).toBe(256)
	for (const word of voucherWordList) expect(word).toMatch(/^[a-z]{3,8}$/)
})

test.each(Object.entries(voucherRefusals))('the refusal %s is readable, and has a way on', (_, words) => {
	expect(words.title).toMatch(/^[A-Z]/)
	expect(words.text).toMatch(/\.$/)
	expect(words.nextStep?.path ?? words.text).toMatch(/^\/rewards|try again/)
})
