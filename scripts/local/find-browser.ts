import { execFileSync } from 'node:child_process'
import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'
import { chromium } from '@playwright/test'
import { StartProblem } from './start-problem.ts'
import { startTool } from './start-tool.ts'

const programNames = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']
const otherPlaces = ['/Applications/Google Chrome.app/Contents/MacOS/Google Chrome']

/** The path of a Chromium or Chrome that runs here, installing one where there is none (A2). */
export async function findBrowser(say: (line: string) => void = () => {}): Promise<string> {
	const named = process.env.CHROMIUM_PATH
	if (named) {
		if (isProgram(named)) return named
		throw new StartProblem(`CHROMIUM_PATH is ${named}, which is not a program.`)
	}
	return installedBrowser() ?? (await installBrowser(say))
}

function installedBrowser(): string | undefined {
	const folders = (process.env.PATH ?? '').split(delimiter).filter(Boolean)
	const places = programNames.flatMap((name) => folders.map((folder) => join(folder, name)))
	return [...places, ...otherPlaces, chromium.executablePath()].find(isProgram)
}

async function installBrowser(say: (line: string) => void): Promise<string> {
	say('Installing a browser for the tests …')
	if (process.platform === 'linux' && process.getuid?.() === 0) installByApt()
	if (!installedBrowser()) {
		const options = { env: {}, output: 'keep' } as const
		await startTool('@playwright/test', 'playwright', ['install', 'chromium'], options).ended
	}
	const found = installedBrowser()
	if (found) return found
	throw new StartProblem(
		'There is no browser for the tests and none could be installed: install Chromium or Chrome, or set CHROMIUM_PATH to one.',
	)
}

/** Where it does not work (another distribution, no network) Playwright's installer is asked next. */
function installByApt() {
	try {
		execFileSync('apt-get', ['update'], { stdio: 'ignore' })
		execFileSync('apt-get', ['install', '--yes', '--no-install-recommends', 'chromium'], { stdio: 'ignore' })
	} catch {
		// Told by what is found afterwards.
	}
}

function isProgram(path: string): boolean {
	try {
		accessSync(path, constants.X_OK)
		return true
	} catch {
		return false
	}
}
