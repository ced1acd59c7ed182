import { SubmitButton } from '#app/ui/button.tsx'

interface IntentButtonProps {
	/** What the post is to do; everything that was typed goes with it. */
	intent: string
	busyLabel?: string
	className?: string
	children: string
}

/** A button of checkout beside the main one. */
export function IntentButton({ intent, ...button }: IntentButtonProps) {
	return <SubmitButton variant="quiet" size="small" name="intent" value={intent} {...button} />
}
