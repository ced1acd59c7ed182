import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { buildFolders } from '#scripts/local/worker-bundle.ts'
import { limits } from './limits.ts'
import { gzipBytes, KB } from './weight.ts'

/** Bytes of these files in a build's `assets`; default: our build. */
export function scriptBytes(names: readonly string[], buildDir?: string): number {
	const folder = assetsFolder(buildDir)
	return names.reduce((sum, name) => sum + gzipBytes(readFileSync(join(folder, name))), 0)
}

/** Bytes of scripts that the stock page fetches: the stock app is one page, so all its files count. */
export function stockScriptBytes(stockBuildDir: string): number {
	const names = readdirSync(assetsFolder(stockBuildDir))
	// Only leaving the page fetches the manifest of routes.
	const files = names.filter((name) => name.endsWith('.js') && !name.startsWith('manifest-'))
	return scriptBytes(files, stockBuildDir)
}

/** P5: all scripts that a page of ours may fetch. */
export const mostScriptBytes = (limits.P5.stockKb + limits.P5.ownScriptKb) * KB

function assetsFolder(buildDir: string | undefined): string {
	return join(buildFolders(buildDir).client, 'assets')
}
