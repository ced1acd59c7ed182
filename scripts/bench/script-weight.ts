import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { buildFolders } from '#scripts/local/worker-bundle.ts'
import { limits } from './limits.ts'
import { gzipBytes, KB } from './weight.ts'

/** What these files of `assets` of a build weigh; default: of ours. */
export function scriptBytes(names: readonly string[], buildDir?: string): number {
	const folder = assetsOf(buildDir)
	return names.reduce((sum, name) => sum + gzipBytes(readFileSync(join(folder, name))), 0)
}

/** What the page of the stock worker fetches: the stock app is one page, so all its files are that page's. */
export function stockScriptBytes(stockBuildDir: string): number {
	const names = readdirSync(assetsOf(stockBuildDir))
	// The manifest of its routes is for leaving the page.
	const files = names.filter((name) => name.endsWith('.js') && !name.startsWith('manifest-'))
	return scriptBytes(files, stockBuildDir)
}

/** P5: what a page of ours may fetch in all. */
export const mostScriptBytes = (limits.P5.stockKb + limits.P5.ownScriptKb) * KB

function assetsOf(buildDir: string | undefined): string {
	return join(buildFolders(buildDir).client, 'assets')
}
