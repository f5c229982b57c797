-- Migration 0014 was changed after its first commit, 11f8a04. A database of that commit gets the list of all others.
INSERT OR IGNORE INTO free_mail_domains VALUES ('bccto.com'),('com'),('live.co.kr.beo.kr');
--> statement-breakpoint
DELETE FROM free_mail_domains WHERE domain IN ('www.bccto.com','www.bccto.me','www.com','www.e4ward.com','www.gishpuppy.com','www.live.co.kr.beo.kr','www.mailinator.com','www.redpeanut.com','ywoe@mailed.ro');
