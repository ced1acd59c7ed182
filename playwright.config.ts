import { defineConfig } from '@playwright/test'
import { findBrowser } from '#scripts/local/find-browser.ts'
import { isDeep } from '#tests/support/deep.ts'

/**
 * Tags of a test: '@both' runs it with and without script, '@both-when-deep' without in a deep run alone, and
 * '@without-script' only without. The rest need script. '@deep' leaves it to a deep run.
 */
const withoutScript = isDeep ? /@both|@without-script/ : /@both(?!-when-deep)|@without-script/
const forDeepRun = isDeep ? [] : [/@deep/]

export default defineConfig({
	testDir: 'tests/e2e',
	outputDir: 'test-results/e2e',
	retries: 0,
	// One more than there are cores: some tests wait for a page that looks again by itself.
	workers: 3,
	fullyParallel: false,
	forbidOnly: true,
	timeout: 120_000,
	expect: { timeout: 20_000 },
	use: {
		browserName: 'chromium',
		viewport: { width: 360, height: 740 },
		hasTouch: true,
		isMobile: true,
		locale: 'en-NG',
		timezoneId: 'Africa/Lagos',
		trace: 'off',
		// Tests of the service worker allow it: the others see what the page itself asks for.
		serviceWorkers: 'block',
		launchOptions: {
			executablePath: await findBrowser(),
			args: [
				...['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--disable-component-update'],
				...['--disable-sync', '--no-first-run'],
				// Each test has fresh renderers that live for seconds: what speeds up long runs costs them a tenth.
				...['--in-process-gpu', '--js-flags=--no-opt --no-sparkplug'],
			],
		},
	},
	projects: [
		{ name: 'with script', grepInvert: [/@without-script/, ...forDeepRun] },
		{
			name: 'without script',
			grep: withoutScript,
			grepInvert: forDeepRun,
			use: { javaScriptEnabled: false },
		},
	],
})
