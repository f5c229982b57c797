/** Makes the queue deliver a message again, after 1, 2, 4 … seconds and at most `most`. */
export function retryLater(message: Message<unknown>, most = 60): void {
  message.retry({ delaySeconds: Math.min(2 ** (message.attempts - 1), most) });
}
