/**
 * The measurable limits of docs/rules.md, one for each number there. The bench and tests/budgets use them, and
 * tests/architecture compares them with that page. Sizes are KB after gzip.
 */
export const limits = {
	P1: { pageKb: 10, bookingStepKb: 8, checkoutKb: 9 },
	P2: { cssKb: 5 },
	P3: { inlineScriptKb: 2 },
	/** The stock page's scripts, React and Remix, and the scripts that a page of ours may add. */
	P5: { stockKb: 84, ownScriptKb: 25 },
	P7: { tripsOfPage: 1 },
	P8: { timesDateLoop: { with20: 200, with200: 350 } },
	/** Reads come from the primary. */
	P9a: { timesStock: 1.75 },
	/** The whole trip of a page on a kept stream of the primary, beside a one-shot trip to a database of one table. */
	P9b: { timesOneTable: 2.2 },
	P9c: { timesStock: 0.15 },
	/** From the services to the confirmation, with the trips for its mails. */
	P9d: { tripsOfBooking: 13 },
	/**
	 * Modules that a start evaluates, modules uploaded, CPU of a start, and CPU of each area's first page after it
	 * (decision 099). The platform takes 3 MB after gzip.
	 */
	P10: { startKb: 184, uploadKb: 2_500, timesStockStart: 2.2, areaMs: 60 },
	P12: { lcpMsOnSlow4g: 900, lcpMsOn3g: 1_100, inpMs: 80 },
	P13: { growth: 1.2 },
	/**
	 * Times the Worker's CPU for the stock worker's page. When each write was a separate trip, sqld took twice as much,
	 * Worker and sqld together a third more.
	 */
	P14: {
		timesStock: { withMail: { sqld: 6.9, both: 15 }, withoutMail: { sqld: 5.6, both: 12.4 } },
		guestsAtOnce: 512,
		bookedAtOnce: 384,
	},
	P15: { heapMb: 128, growth: 1.1 },
	P16: { seconds: 60, shops: 10_000 },
	/** Times the Worker's CPU for the stock worker's page. */
	P17: { timesStock: 600, shops: 50_000 },
	/** The service worker, and all that it keeps on a phone. */
	P18: { serviceWorkerKb: 3, keptKb: 60 },
	/** sqld's CPU per write (P19) and writes a second (P20), beside writes that each open a stream. */
	P19: { timesOneShot: 0.2 },
	P20: { timesOneShot: 4 },
} as const
