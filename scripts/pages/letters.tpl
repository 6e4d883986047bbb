# Letters to clients

For admins who build the Zaps of a guide. Paste subject and body into the step, with the [ending](#ending), and map the values that the step names for `[…]`. Replace {{ownNames}}, and Ondorse with its address if another service runs your page. Shortened, the letters may look like phishing.

{{letters}}

## Ending

{{ending}}

## To a person

In *Link*, write "{{atHand}}" in place of the extract.
