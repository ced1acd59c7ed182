const browsers: [RegExp, string][] = [
	[/OPR\/|Opera/, 'Opera'],
	[/Edg(A|iOS)?\//, 'Edge'],
	[/SamsungBrowser\//, 'Samsung Internet'],
	[/Firefox\/|FxiOS\//, 'Firefox'],
	[/Chrome\/|CriOS\//, 'Chrome'],
	[/Safari\//, 'Safari'],
]
const systems: [RegExp, string][] = [
	[/iPhone|iPod/, 'iPhone'],
	[/iPad/, 'iPad'],
	[/Android/, 'Android'],
	[/Windows/, 'Windows'],
	[/Mac OS X/, 'Mac'],
	[/CrOS/, 'Chromebook'],
	[/Linux/, 'Linux'],
]

/** 'Chrome on Android', from a User-Agent header, and no further detail. */
export function deviceLabel(userAgent: string | null): string {
	const findName = (list: [RegExp, string][]) => list.find(([pattern]) => pattern.test(userAgent ?? ''))?.[1]
	const browser = findName(browsers)
	const system = findName(systems)
	if (browser && system) return `${browser} on ${system}`
	return browser ?? system ?? 'Unknown device'
}
