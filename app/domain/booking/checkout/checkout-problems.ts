/** The words beside a checkout field whose value is well formed and still wrong (C42, C44, D68). */
export const checkoutProblems = {
	startsAt: 'Missing Date/Time: choose a date and a time.',
	paymentChoice: 'Missing Payment Method: choose how you will pay.',
	seenTotalKobo: 'Missing Required Data: open checkout again.',
	tipNoNumber: 'Invalid Amount: type the tip as a number, such as 500.',
	tipTooLarge: 'Invalid Amount: a tip is at most ₦1,000,000.',
	twoSavings: 'You can use a reward or a code, not both: choose No reward, or clear this code.',
	twoTips: 'Invalid Amount: tick Other for this amount, or clear it.',
} as const
