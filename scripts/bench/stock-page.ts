import type { ScratchDatabase } from '#scripts/site/scratch-database.ts'
import { startBareWorkerd } from './bare-workerd.ts'
import { type LoadCost, loadPage } from './wrk-load.ts'

/** workerd compiles a page's code in this time: a new process looks slower than an old one. */
export const WARM_UP_SECONDS = 4

export type StockPage = { cost(seconds: number): Promise<LoadCost>; stop(): Promise<void> }

/**
 * The page of the stock worker, warmed up. Its Worker's CPU is the unit of other costs, so that they hold on any
 * machine. Its sqld's CPU is no unit: each trip parses the schema, which grows.
 */
export async function startStockPage(
	buildDir: string,
	database: Pick<ScratchDatabase, 'url' | 'server'>,
): Promise<StockPage> {
	const worker = await startBareWorkerd({ buildDir, settings: { DATABASE_URL: database.url } })
	const sqldPid = database.server.pid
	if (sqldPid === undefined) throw new Error('sqld does not run')
	const load = { workerUrl: worker.url, workerPid: worker.pid, sqldPid, path: '/', cookie: '' }
	try {
		await loadPage(load, WARM_UP_SECONDS)
	} catch (error) {
		await worker.stop()
		throw error
	}
	return { cost: (seconds) => loadPage(load, seconds), stop: worker.stop }
}
