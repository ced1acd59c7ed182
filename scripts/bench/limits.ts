/**
 * The limits of docs/rules.md that can be measured, one for each number there. The bench and tests/budgets take them
 * from here, and tests/architecture compares them with the page. Sizes are KB after gzip.
 */
export const limits = {
	P1: { pageKb: 10, bookingStepKb: 8, checkoutKb: 9 },
	P2: { cssKb: 5 },
	P3: { inlineScriptKb: 2 },
	/** React and Remix alone, as the stock page fetches them, and what a page of ours may fetch besides. */
	P5: { stockKb: 84, ownScriptKb: 25 },
	P7: { tripsOfPage: 1 },
	P8: { timesDateLoop: { with20: 200, with200: 350 } },
	/** From the primary. */
	P9a: { timesStock: 1.75 },
	/** The whole trip of a page on a kept stream of the primary, beside a one-shot trip to a database of one table. */
	P9b: { timesOneTable: 2.2 },
	P9c: { timesStock: 0.15 },
	/** From the services to the confirmation, with the trips for its mails. */
	P9d: { tripsOfBooking: 13 },
	/**
	 * The modules that a start of the Worker evaluates, all that are uploaded, CPU of a start, and CPU of the first page
	 * of each area after it (decision 099). The platform takes 3 MB after gzip.
	 */
	P10: { startKb: 184, uploadKb: 2_500, timesStockStart: 2.2, areaMs: 60 },
	P12: { lcpMsOnSlow4g: 900, lcpMsOn3g: 1_100, inpMs: 80 },
	P13: { growth: 1.2 },
	/**
	 * Beside the CPU that the page of the stock worker takes of its Worker. When each write was a trip of its own, sqld
	 * cost twice this, and Worker and sqld together four thirds.
	 */
	P14: {
		timesStock: { withMail: { sqld: 6.9, both: 15 }, withoutMail: { sqld: 5.6, both: 12.4 } },
		guestsAtOnce: 512,
		bookedAtOnce: 384,
	},
	P15: { heapMb: 128, growth: 1.1 },
	P16: { seconds: 60, shops: 10_000 },
	/** CPU, beside what the page of the stock worker takes of its Worker. */
	P17: { timesStock: 600, shops: 50_000 },
	/** The worker that answers without a line, and all that it keeps on a phone. */
	P18: { serviceWorkerKb: 3, keptKb: 60 },
	/** CPU of sqld, and writes a second, each beside a write in a trip on a stream of its own. */
	P19: { timesOneShot: 0.2 },
	P20: { timesOneShot: 4 },
} as const
