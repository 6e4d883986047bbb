/**
 * What an error of the platform says. Some of its classes have it as JSON, a throttle with the seconds
 * to wait.
 */
export function toldBy({ message }: Error): { message: string; delay?: number } {
  if (!message.startsWith('{')) return { message };
  return { message, ...(JSON.parse(message) as { message?: string; delay?: number }) };
}
