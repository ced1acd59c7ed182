export type LayerResult = {
	passed: number
	failed: number
	/** The tools' output; shown when something failed. */
	words: string
	/** The layer has no file to run yet. */
	isEmpty?: true
}

/** The part of vitest's JSON report that is counted: a file that breaks outside its tests is one failure. */
export type VitestReport = {
	numPassedTests: number
	numFailedTests: number
	numPendingTests: number
	numTodoTests: number
	testResults: { status: string; assertionResults: { status: string }[] }[]
}

/** A skipped test is a failed one: none is skipped on purpose. A run that ends badly or empty has failed too. */
export function countVitest(report: VitestReport, endedWell: boolean): { passed: number; failed: number } {
	const brokenFiles = report.testResults.filter(
		({ status, assertionResults }) =>
			status === 'failed' && assertionResults.every((test) => test.status !== 'failed'),
	)
	const failed = report.numFailedTests + report.numPendingTests + report.numTodoTests + brokenFiles.length
	return atLeastOneFailure(report.numPassedTests, failed, endedWell)
}

/** The part of Playwright's JSON report that is counted. */
export type PlaywrightReport = {
	stats: { expected: number; unexpected: number; flaky: number; skipped: number }
	errors: unknown[]
}

export function countPlaywright(
	report: PlaywrightReport,
	endedWell: boolean,
): { passed: number; failed: number } {
	const { expected, unexpected, flaky, skipped } = report.stats
	return atLeastOneFailure(expected, unexpected + flaky + skipped + report.errors.length, endedWell)
}

/** An error outside of every test, or no test at all, must not pass for success. */
function atLeastOneFailure(passed: number, failed: number, endedWell: boolean) {
	const isWell = endedWell && passed > 0
	return { passed, failed: isWell ? failed : Math.max(1, failed) }
}
