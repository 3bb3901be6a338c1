const kept = new Map<string, string>();

/**
 * What was typed in a conversation and not sent yet. Kept in memory only: nothing personal is
 * written to the device.
 */
export const keptReply = (ticket: string): string => kept.get(ticket) ?? '';

export function keepReply(ticket: string, text: string): void {
  if (text === '') kept.delete(ticket);
  else kept.set(ticket, text);
}
