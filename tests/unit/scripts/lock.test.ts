import { spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { tryLock } from '#scripts/local/lock.ts'

describe('the lock of a folder', () => {
	let folder: string
	beforeEach(() => {
		folder = mkdtempSync(join(tmpdir(), 'wakati-lock-'))
	})
	afterEach(() => rmSync(folder, { recursive: true, force: true }))

	it('is held by one program until it lets go', () => {
		const first = tryLock(join(folder, 'lock'))
		expect(tryLock(join(folder, 'lock'))).toEqual({ heldBy: process.pid })
		if ('release' in first) first.release()
		expect(tryLock(join(folder, 'lock'))).toHaveProperty('release')
	})

	it('of a program that has ended counts for nothing', () => {
		const ended = spawnSync(process.execPath, ['--version'])
		writeFileSync(join(folder, 'lock'), String(ended.pid))
		expect(tryLock(join(folder, 'lock'))).toHaveProperty('release')
	})

	it('leaves nothing else behind', () => {
		const lock = tryLock(join(folder, 'lock'))
		if ('release' in lock) lock.release()
		expect(readdirSync(folder)).toEqual([])
	})
})
