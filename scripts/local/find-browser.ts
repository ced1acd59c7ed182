import { execFileSync } from 'node:child_process'
import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'
import { chromium } from '@playwright/test'
import { StartProblem } from './start-problem.ts'
import { startTool } from './start-tool.ts'

/** Tests take little more than half as long in Chromium without a window. */
const SHELL = 'chromium-headless-shell'
const programNames = [SHELL, 'chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']
const otherPlaces = ['/Applications/Google Chrome.app/Contents/MacOS/Google Chrome']

/** The path of a working Chromium or Chrome; installs one if needed (A2). */
export async function findBrowser(say: (line: string) => void = () => {}): Promise<string> {
	const named = process.env.CHROMIUM_PATH
	if (named) {
		if (isProgram(named)) return named
		throw new StartProblem(`CHROMIUM_PATH is ${named}, which is not a program.`)
	}
	return installed([SHELL]) ?? (await installBrowser(say))
}

/** 'Chromium 156.0.8078.108'. */
export function browserVersion(path: string): string {
	return execFileSync(path, ['--version'], { encoding: 'utf8' }).trim()
}

function installed(names: readonly string[], otherwise: readonly string[] = []): string | undefined {
	const folders = (process.env.PATH ?? '').split(delimiter).filter(Boolean)
	return [...names.flatMap((name) => folders.map((folder) => join(folder, name))), ...otherwise].find(
		isProgram,
	)
}

const installedBrowser = () => installed(programNames, [...otherPlaces, chromium.executablePath()])

/** Where apt fails (another distribution, no network) any installed browser is used, else Playwright's. */
async function installBrowser(say: (line: string) => void): Promise<string> {
	if (process.platform === 'linux' && process.getuid?.() === 0) installByApt(say)
	if (!installedBrowser()) {
		say('Installing a browser for the tests …')
		const options = { env: {}, output: 'keep' } as const
		await startTool('@playwright/test', 'playwright', ['install', 'chromium'], options).ended
	}
	const found = installedBrowser()
	if (found) return found
	throw new StartProblem(
		'There is no browser for the tests and none could be installed: install Chromium or Chrome, or set CHROMIUM_PATH to one.',
	)
}

function installByApt(say: (line: string) => void) {
	say(`Installing ${SHELL} for the tests …`)
	const patience = ['-o', 'Acquire::http::Timeout=10', '-o', 'Acquire::Retries=1']
	const options = { stdio: 'ignore', timeout: 180_000 } as const
	try {
		execFileSync('apt-get', [...patience, 'update'], options)
		execFileSync('apt-get', [...patience, 'install', '--yes', '--no-install-recommends', SHELL], options)
	} catch {
		// The later search reports it.
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
