import { defineConfig } from '@playwright/test'
import { findBrowser } from '#scripts/local/find-browser.ts'
import { isDeep, isFull } from '#tests/support/deep.ts'

/**
 * Tags of a test: '@both' runs it with and without script, but `npm test` without alone. '@both-when-full' and
 * '@both-when-deep' run it with script, and in such a run without it too. '@without-script' runs only without; the rest
 * need script. '@full' and '@deep' leave it to such a run.
 */
const withoutScript = isDeep
	? /@both|@without-script/
	: isFull
		? /@both(?!-when-deep)|@without-script/
		: /@both(?!-when)|@without-script/
const onlyWithoutScript = isFull ? [/@without-script/] : [/@both(?!-when)/, /@without-script/]
const forLongerRuns = isDeep ? [] : isFull ? [/@deep/] : [/@deep/, /@full/]

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
		{ name: 'with script', grepInvert: [...onlyWithoutScript, ...forLongerRuns] },
		{
			name: 'without script',
			grep: withoutScript,
			grepInvert: forLongerRuns,
			use: { javaScriptEnabled: false },
		},
	],
})
