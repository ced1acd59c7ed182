import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { runOps } from '#scripts/ops/run-ops.ts'
import { startScratchDatabase } from '#scripts/site/scratch-database.ts'
import { atMost, type BenchResult } from './goal.ts'
import { limits } from './limits.ts'
import { countFor, type Scale } from './scale.ts'

const GOAL_SHOPS = limits.P16.shops

/** P16: the operator's import of many shops, each with three services and two people. */
export async function shopImport(scale: Scale): Promise<BenchResult> {
	const shops = countFor(scale, { quick: 500, normal: GOAL_SHOPS })
	const database = await startScratchDatabase()
	const folder = mkdtempSync(join(tmpdir(), 'wakati-import-'))
	try {
		const file = join(folder, 'shops.csv')
		writeFileSync(file, manyShops(shops))
		const took = await timeImport(database.url, file)
		const seconds = (value: number) => `${value.toFixed(1)} s`
		return {
			tables: [
				{
					title: 'Import of shops (P16)',
					text: 'each with three services, an add-on and two people.',
					columns: ['Time', 'Shops a second'],
					rows: [[seconds(took), String(Math.round(shops / took))]],
				},
			],
			goals: [
				atMost({
					id: 'P16',
					what: `importing ${GOAL_SHOPS.toLocaleString('en')} shops`,
					limit: limits.P16.seconds,
					value: took * (GOAL_SHOPS / shops),
					show: seconds,
					...(shops < GOAL_SHOPS ? { note: `from ${shops}` } : {}),
				}),
			],
		}
	} finally {
		await database.remove()
		rmSync(folder, { recursive: true, force: true })
	}
}

async function timeImport(url: string, file: string): Promise<number> {
	const lines: string[] = []
	const startedAt = performance.now()
	const exitCode = await runOps(['shops', 'import', file, '--apply'], {
		env: { DATABASE_URL: url },
		say: (line) => lines.push(line),
		note: () => {},
	})
	if (exitCode !== 0) throw new Error(`the import failed: ${lines.join('\n')}`)
	return (performance.now() - startedAt) / 1_000
}

function manyShops(count: number): string {
	const header =
		'kind,shop_id,id,name,type,categories,address,area,city,latitude,longitude,minutes,price_naira,first_name,monday,tuesday,wednesday,thursday,friday,saturday,sunday'
	const week = Array(7).fill('09:00-18:00').join(',')
	const rows = Array.from({ length: count }, (_, i) => {
		const service = (id: string, minutes: number) =>
			`service,S${i},${id},Service ${id} of ${i},,,,,,,,${minutes},${4_000 + (i % 50) * 100},,,,,,,,`
		return [
			`shop,S${i},,Shop number ${i},salon,Nails,${i} Market Road,Yaba,Lagos,6.5,3.4,,,,${week}`,
			service('short', 30),
			service('usual', 60),
			service('long', 120),
			`add_on,S${i},wash,Wash,,,,,,,,15,1500,,,,,,,,`,
			`staff,S${i},ada,,,,,,,,,,,Ada,,,,,,,`,
			`staff,S${i},bisi,,,,,,,,,,,Bisi,,,,,,,`,
		].join('\n')
	})
	return [header, ...rows].join('\n')
}
