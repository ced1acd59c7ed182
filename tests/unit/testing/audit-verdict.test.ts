import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { PROJECT_ROOT } from '#scripts/local/project-root.ts'
import { auditVerdict } from '#scripts/testing/audit-verdict.ts'

const decision = `
We speak of GHSA-aaaa-bbbb-cccc in passing.

| Advisory | Why |
|---|---|
| CVE-2026-34077 (GHSA-rxv8-25v2-qmq8) | bounded, and so is GHSA-dddd-eeee-ffff |
| CVE-2026-55685 | bounded |
`

const deepInput = {
	source: 1118001,
	name: 'turbo-stream',
	dependency: 'turbo-stream',
	title: 'React Router vulnerable to Denial of Service via reflected user input in single-fetch',
	url: 'https://github.com/advisories/GHSA-rxv8-25v2-qmq8',
	severity: 'high',
	cwe: ['CWE-400'],
	cvss: { score: 7.5, vectorString: 'CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:N/I:N/A:H' },
	range: '<3.0.0',
}

/** What npm 10 prints: each package with its own advisories, and by name the packages that it has them from. */
function report(...advisories: (typeof deepInput)[]): string {
	const own = Object.fromEntries(
		advisories.map((advisory) => [
			advisory.name,
			{
				name: advisory.name,
				severity: advisory.severity,
				isDirect: false,
				via: [advisory],
				effects: ['@remix-run/server-runtime'],
				range: advisory.range,
				nodes: [`node_modules/${advisory.name}`],
				fixAvailable: false,
			},
		]),
	)
	const above = { name: '@remix-run/server-runtime', severity: 'high', via: Object.keys(own), effects: [] }
	return JSON.stringify({
		auditReportVersion: 2,
		vulnerabilities: advisories.length > 0 ? { ...own, '@remix-run/server-runtime': above } : {},
		metadata: { vulnerabilities: { high: advisories.length, total: advisories.length } },
	})
}

const idsOf = (printed: string) => {
	const verdict = auditVerdict(printed, decision)
	if (verdict.kind === 'unanswered') return verdict
	return {
		decided: verdict.decided.map(({ ids }) => ids),
		undecided: verdict.undecided.map(({ ids }) => ids),
	}
}

describe('the advisories of an audit', () => {
	test('are none when the registry knows of none', () => {
		expect(idsOf(report())).toEqual({ decided: [], undecided: [] })
	})

	test('are decided when a row of the table has their id, and counted once however many packages have them', () => {
		expect(idsOf(report(deepInput))).toEqual({ decided: [['GHSA-rxv8-25v2-qmq8']], undecided: [] })
	})

	test('are decided by the number in their title as well', () => {
		const named = { ...deepInput, url: '', title: 'Route matching (CVE-2026-55685)' }
		expect(idsOf(report(named))).toEqual({ decided: [['CVE-2026-55685']], undecided: [] })
	})

	test.each([
		['no row has their id', 'https://github.com/advisories/GHSA-zzzz-zzzz-zzzz'],
		['the text names it outside of the table', 'https://github.com/advisories/GHSA-aaaa-bbbb-cccc'],
		['the table names it beside another one', 'https://github.com/advisories/GHSA-dddd-eeee-ffff'],
		['they have no id', 'https://npmjs.com/advisories/1118002'],
	])('are undecided when %s', (_, url) => {
		const other = { ...deepInput, source: 1118002, name: 'react-router', url }
		const { kind, ...verdict } = auditVerdict(report(deepInput, other), decision)
		expect(kind).toBe('answered')
		expect(verdict).toMatchObject({
			decided: [{ packageName: 'turbo-stream' }],
			undecided: [{ packageName: 'react-router', severity: 'high' }],
		})
	})

	test('count from level high on', () => {
		const of = (severity: string) => report({ ...deepInput, severity, url: '' })
		expect(idsOf(of('critical'))).toEqual({ decided: [], undecided: [[]] })
		for (const severity of ['moderate', 'low', 'info'])
			expect(idsOf(of(severity))).toEqual({ decided: [], undecided: [] })
	})
})

describe('an audit without an answer says why', () => {
	const refused = '405 Method Not Allowed - POST https://registry.npmjs.org/-/npm/v1/security/advisories/bulk'
	test.each([
		[
			'a registry without audits',
			JSON.stringify({ message: refused, statusCode: 405, body: '', error: { summary: '', detail: '' } }),
			refused,
		],
		[
			'no network',
			JSON.stringify({ error: { code: 'ENOTFOUND', summary: 'request failed,\nreason: …', detail: '' } }),
			'request failed,',
		],
		['nothing', '', 'it gave no answer that can be read'],
		['a page of a proxy', '<html>', 'it gave no answer that can be read'],
		['another JSON', '[]', 'it gave no answer that can be read'],
		['null', 'null', 'it gave no answer that can be read'],
	])('%s', (_, printed, reason) => {
		expect(auditVerdict(printed, decision)).toEqual({ kind: 'unanswered', reason })
	})
})

test('decision 027 names each advisory of its table by an id that npm knows', () => {
	const rows = readFileSync(join(PROJECT_ROOT, 'docs/decisions/027-remix-2-has-ended.md'), 'utf8')
		.split('\n')
		.filter((line) => /^\| (CVE|GHSA)/.test(line))
	expect(rows.length).toBeGreaterThan(5)
	expect(rows.filter((row) => !/^\|[^|]*GHSA(-[0-9a-z]{4}){3}/.test(row))).toEqual([])
})
